import { expect, it } from 'vitest';
import { match } from './router';

const routes = [
  { path: '/' },
  { path: '/table/{table}' },
  { path: '/rounds' },
  { path: '/rounds/{table}/{round}' },
];

it('finds the route of an address and its parameters', () => {
  expect(match(routes, '/')?.route.path).toBe('/');
  expect(match(routes, '/table/5')).toEqual({
    route: { path: '/table/{table}' },
    params: { table: '5' },
  });
  expect(match(routes, '/rounds/5/123/')?.params).toEqual({ table: '5', round: '123' });
  expect(match(routes, '/table/a%20b')?.params).toEqual({ table: 'a b' });
});

it('knows no address that nobody wrote down', () => {
  for (const path of ['/tables', '/table', '/table/5/6', '/rounds/5', '/table/%E0%A4%A'])
    expect(match(routes, path)).toBeNull();
});
