"""Host processes: models stay loaded in a process of their own environment, one per device.

``client`` is for whoever wants something made, in any process of this machine. It talks to the
one ``server`` of the state folder, started when it is first needed, whose ``manager`` keeps the
``process`` of each environment and device within the memory of the device. ``host`` is what that
process runs, by the interpreter of the environment, with one of the ``adapters``.
"""
