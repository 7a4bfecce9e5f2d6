import { expect, it } from 'vitest';
import { ApiError } from '../net/http';
import { Once, onceFor } from './once';

function counted(): { once: Once; ids: string[] } {
  let count = 0;
  return { once: new Once(() => `id-${++count}`), ids: [] };
}

it('asks again under the same id while the house has not answered', async () => {
  const { once, ids } = counted();
  const away = (id: string) => {
    ids.push(id);
    return Promise.reject(new ApiError(0, 'away', 'no answer'));
  };
  await expect(once.send('100', away)).rejects.toThrow();
  await expect(once.send('100', away)).rejects.toThrow();
  await once.send('100', async (id) => ids.push(id));
  expect(ids).toEqual(['id-1', 'id-1', 'id-1']);
});

it('takes another id for another content, after an answer and after a refusal', async () => {
  const { once, ids } = counted();
  const keep = async (id: string) => ids.push(id);
  const refuse = (id: string) => {
    ids.push(id);
    return Promise.reject(new ApiError(409, 'money', 'not enough'));
  };
  await once.send('100', keep);
  await expect(once.send('100', refuse)).rejects.toThrow();
  await once.send('100', keep);
  await once.send('200', keep);
  expect(ids).toEqual(['id-1', 'id-2', 'id-3', 'id-4']);
});

it('keeps its id where something failed that is no refusal', async () => {
  const { once, ids } = counted();
  const broken = (id: string) => {
    ids.push(id);
    return Promise.reject(new SyntaxError('unexpected end of JSON input'));
  };
  await expect(once.send('100', broken)).rejects.toThrow(SyntaxError);
  await once.send('100', async (id) => ids.push(id));
  expect(ids).toEqual(['id-1', 'id-1']);
});

it('keeps the id of what was asked for last when an earlier answer comes', async () => {
  const { once, ids } = counted();
  let answer = () => {};
  const slow = once.send('100', () => new Promise<void>((resolve) => (answer = resolve)));
  const away = (id: string) => {
    ids.push(id);
    return Promise.reject(new ApiError(0, 'away', 'no answer'));
  };
  await expect(once.send('200', away)).rejects.toThrow();
  answer();
  await slow;
  await once.send('200', async (id) => ids.push(id));
  expect(ids).toEqual(['id-2', 'id-2']);
});

it('keeps an id when the screen that took it is left, for the same money and no other', async () => {
  const ids: string[] = [];
  const away = (id: string) => {
    ids.push(id);
    return Promise.reject(new ApiError(0, 'away', 'no answer'));
  };
  await expect(onceFor('cash-out of 7').send('100', away)).rejects.toThrow();
  await expect(onceFor('cash-out of 7').send('100', away)).rejects.toThrow();
  await expect(onceFor('cash-out of 8').send('100', away)).rejects.toThrow();
  const [first, again, other] = ids;
  expect([again === first, other === first]).toEqual([true, false]);
});
