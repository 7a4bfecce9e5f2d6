// A plain page to look on: the lobby, and what happens at one table. To play, see docs/api.md.
const tables = document.getElementById('tables');
const heading = document.getElementById('watching');
const events = document.getElementById('events');
const state = document.getElementById('state');
const LINES_MOST = 500;
let watched;
let socket;

async function lobby() {
  try {
    const lines = await (await fetch('/api/lobby')).json();
    state.textContent = '';
    lines.forEach(show);
    if (watched && !socket) connect();
  } catch {
    state.textContent = 'The house is away. This page goes on when it is back.';
  }
}

// Rows are kept, so that whoever goes through them by keyboard stays where they are.
function show(line) {
  const id = `table-${line.table}`;
  const row = document.getElementById(id) ?? newRow(id, line);
  const limits = line.limits.map((cents) => cents / 100).join(' to ');
  [line.table, line.title, limits, line.phase, line.people, line.rounds].forEach((text, place) => {
    row.cells[place].textContent = text;
  });
}

function newRow(id, line) {
  const row = tables.insertRow();
  row.id = id;
  for (let cell = 0; cell < 6; cell += 1) row.insertCell();
  const button = document.createElement('button');
  button.textContent = 'watch';
  button.onclick = () => watch(line);
  row.insertCell().append(button);
  return row;
}

function watch(line) {
  watched = { table: line.table, from: null };
  heading.hidden = events.hidden = false;
  heading.textContent = `Table ${line.table}: ${line.title}`;
  events.replaceChildren();
  socket?.close();
  connect();
}

function connect() {
  const own = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket = own;
  own.onopen = () => own.send(JSON.stringify({ watch: watched }));
  own.onclose = () => {
    if (socket === own) socket = undefined;
  };
  own.onmessage = ({ data }) => {
    const { frame } = JSON.parse(data);
    if (!frame || frame.table !== watched.table) return;
    watched.from = frame.version;
    frame.events.forEach(tell);
    events.scrollTop = events.scrollHeight;
  };
}

// What happened: the name of the event, what it says, and the clause.
function tell({ what, clause }) {
  const inner = what.round?.what ?? what;
  const [name, says] = typeof inner === 'string' ? [inner, {}] : Object.entries(inner)[0];
  const words = Object.entries(says ?? {}).map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const line = document.createElement('div');
  line.textContent = `${name.replaceAll('_', ' ')}  ${words.join(', ')}  [${clause}]`;
  events.append(line);
  while (events.childElementCount > LINES_MOST) events.firstChild.remove();
}

lobby();
setInterval(lobby, 3000);
