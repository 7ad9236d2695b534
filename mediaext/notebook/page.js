// Passes what displays ask (the original of a picture, chosen tiles) to the kernel and back.
function initialize({ model }) {
  const waiting = new Map();
  let count = 0;
  const ask = (event) => {
    const { give, ...question } = event.detail;
    waiting.set(++count, give);
    model.send({ ...question, number: count });
  };
  const answer = (reply, buffers) => {
    const give = waiting.get(reply.number);
    waiting.delete(reply.number);
    give?.(reply.media_type ? new Blob(buffers, { type: reply.media_type }) : reply.sentence);
  };
  document.addEventListener("mediaext-ask", ask);
  model.on("msg:custom", answer);
  return () => {
    document.removeEventListener("mediaext-ask", ask);
    model.off("msg:custom", answer);
  };
}
export default { initialize };
