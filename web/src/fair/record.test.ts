import { beforeEach, expect, it, vi } from 'vitest';
import { shoeOf } from './record';

/**
 * A house whose table is at these shoes, one after the other as it is asked; those before are over.
 */
const house = vi.hoisted(() => ({ at: [] as number[], shoe: 0 }));
vi.mock('../net/http', async (original) => {
  const { ApiError, ...rest } = await original<typeof import('../net/http')>();
  const get = async (path: string): Promise<unknown> => {
    const over = /shoes\/(\d+)$/.exec(path)?.[1];
    if (over !== undefined) {
      if (Number(over) < house.shoe) return { record: `shoe ${over}` };
      throw new ApiError(404, 'missing', 'no such shoe');
    }
    if (path.endsWith('/shoe')) return { record: `shoe ${house.shoe}` };
    house.shoe = house.at.shift() ?? house.shoe;
    return { shoe: { no: house.shoe, dealing: 'shoe' } };
  };
  return { ...rest, ApiError, get };
});

beforeEach(() => {
  house.shoe = 0;
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('location', { pathname: '/', search: '' });
});

it('has the number and the record of one and the same shoe', async () => {
  house.at = [4, 4];
  expect(await shoeOf('1', null)).toMatchObject({
    shoe: 4,
    text: '{"record":"shoe 4"}',
    isPresent: true,
  });
});

it('starts over where the cards are shuffled between number and record', async () => {
  house.at = [4, 5, 5, 5];
  expect(await shoeOf('1', null)).toMatchObject({
    shoe: 5,
    text: '{"record":"shoe 5"}',
    isPresent: true,
  });
});

it('takes the record of a shoe that ends while it is asked for from those that are over', async () => {
  house.at = [4, 5];
  expect(await shoeOf('1', '4')).toMatchObject({
    shoe: 4,
    text: '{"record":"shoe 4"}',
    isPresent: false,
  });
});
