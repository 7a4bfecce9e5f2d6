// What the page tells the house over the socket.
import type { Page } from '@playwright/test';

/** The commands that move money, hands or seats, in their order; from before the page is opened. */
export async function spoken(page: Page): Promise<string[]> {
  const words: string[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const command = /"(choose|lay|ready|withdraw|depart|give_up)"/.exec(String(message))?.[1];
      if (command) words.push(command);
      server.send(message);
    });
    server.onMessage((message) => socket.send(message));
  });
  return words;
}
