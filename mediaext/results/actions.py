"""Buttons in ordinary outputs: they write a line into a new cell, or ask the kernel."""

import html

# To be an ``onclick`` around buttons: it also works in widgets and in exported pages.
ACT = (
    "const button=event.target.closest('button[data-line]');"
    "if(button)(async()=>{"
    "const text=button.dataset.line,app=window.jupyterapp;"
    "if(app?.commands.hasCommand('notebook:insert-cell-below')){"
    "if(button.dataset.stop)await app.commands.execute('notebook:interrupt-kernel');"
    "if(!text)return;"
    "await app.commands.execute('notebook:insert-cell-below');"
    "await app.commands.execute('notebook:replace-selection',{text});"
    "if(button.dataset.run)await app.commands.execute('notebook:run-cell')}"
    "else if(!text)button.textContent='Use ■ of the toolbar';"
    "else{await navigator.clipboard.writeText(text);button.textContent='Copied'}})()"
)

# To be an ``onclick`` around the tiles of a gallery: puts the chosen ones into a variable.
KEEP = (
    "const keep=event.target.closest('button[data-gallery]');"
    "if(keep){"
    "const said=keep.parentNode.querySelector('[role=status]');"
    "const items=[...this.querySelectorAll('input[data-item]:checked')]"
    ".map(each=>+each.dataset.item);"
    "const name=keep.parentNode.querySelector('input').value.trim()||'chosen';"
    "let heard=false;"
    "const give=reply=>{heard=true;said.textContent=reply};"
    "said.textContent='';"
    "document.dispatchEvent(new CustomEvent('mediaext-ask',"
    "{detail:{kind:'keep',gallery:keep.dataset.gallery,items,name,give}}));"
    "setTimeout(()=>{if(!heard)said.textContent='The kernel that has these results "
    "does not answer; run the cell again after %load_ext mediaext.'},4000)}"
)


def button(name: str, line: str, *, run: bool) -> str:
    """Return a button for a parent with ``onclick=ACT``; ``run`` runs the new cell too."""
    words = html.escape(line, quote=True)
    runs = ' data-run="1"' if run else ""
    return f'<button type="button" data-line="{words}"{runs} title="{words}">{name}</button>'


def cancel_button(job_id: str) -> str:
    """Return a button of its own that cancels a job."""
    made = button("Cancel", f"%media cancel {job_id}", run=True)
    return f' <span onclick="{html.escape(ACT, quote=True)}">{made}</span>'


def stop_button(job_id: str) -> str:
    """Return a button of its own that interrupts the cell that waits, and cancels its job."""
    line = f"%media cancel {job_id}" if job_id else ""
    made = button("Cancel", line, run=True).replace("<button", '<button data-stop="1"', 1)
    return f' <span onclick="{html.escape(ACT, quote=True)}">{made}</span>'
