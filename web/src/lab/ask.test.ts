import { expect, it } from 'vitest';
import { split } from './ask';

async function linesOf(...pieces: string[]): Promise<string[]> {
  const stream = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const line of split(stream)) found.push(line);
  return found;
}

it('finds the lines of a stream, however its pieces break', async () => {
  expect(await linesOf('{"a":1}\n{"b"', ':2}\n', '{"c":3}\n')).toEqual([
    '{"a":1}',
    '{"b":2}',
    '{"c":3}',
  ]);
  expect(await linesOf('one', '\n', '\ntwo')).toEqual(['one', 'two']);
  expect(await linesOf()).toEqual([]);
});
