// A plain page: the lobby, and what happens at one table.
const tables = document.getElementById('tables');
const heading = document.getElementById('watching');
const events = document.getElementById('events');
let socket;

async function lobby() {
  const lines = await (await fetch('/api/lobby')).json();
  tables.replaceChildren(...lines.map((line) => {
    const row = document.createElement('tr');
    const limits = line.limits.map((cents) => cents / 100).join(' to ');
    for (const text of [line.table, line.title, limits, line.phase, line.people, line.rounds]) {
      row.insertCell().textContent = text;
    }
    const button = document.createElement('button');
    button.textContent = 'watch';
    button.onclick = () => watch(line);
    row.insertCell().append(button);
    return row;
  }));
}

function watch(line) {
  socket?.close();
  heading.hidden = events.hidden = false;
  heading.textContent = `Table ${line.table}: ${line.title}`;
  events.textContent = '';
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket.onopen = () => socket.send(JSON.stringify({ watch: { table: line.table, from: null } }));
  socket.onmessage = ({ data }) => {
    const { frame } = JSON.parse(data);
    if (!frame) return;
    for (const { what, clause } of frame.events) {
      events.textContent += `${JSON.stringify(what)}  [${clause}]\n`;
    }
    events.scrollTop = events.scrollHeight;
  };
}

lobby();
setInterval(lobby, 3000);
