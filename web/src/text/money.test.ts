import { expect, it } from 'vitest';
import { money, net, parseMoney, unbroken } from './money';

it('writes cents as money', () => {
  expect(money(2500)).toBe('$25');
  expect(money(1250)).toBe('$12.50');
  expect(money(5)).toBe('$0.05');
  expect(money(99_900)).toBe('$999');
  expect(money(100_000)).toBe('$1,000');
  expect(money(123_456_789)).toBe('$1,234,567.89');
  expect(money(-100_000_000)).toBe('−$1,000,000');
  expect(net(2500)).toBe('+$25');
  expect(net(-1250)).toBe('−$12.50');
  expect(net(0)).toBe('$0');
});

it('keeps a minus with its amount in a sentence', () => {
  expect(unbroken('lost, −$12.50')).toBe('lost, −\u2060$12.50');
  expect(unbroken('won, +$25')).toBe('won, +$25');
});

it('reads what somebody types', () => {
  expect(parseMoney('25')).toBe(2500);
  expect(parseMoney(' $1,000.5 ')).toBe(100_050);
  expect(parseMoney('0.05')).toBe(5);
  expect(parseMoney('1 000')).toBe(100_000);
  expect(parseMoney('$ 1\u00a0000')).toBe(100_000);
  for (const text of [
    '',
    'five',
    '-5',
    '1.234',
    '1e3',
    '12345678901',
    '12,50',
    '1,2',
    ',500',
    '1000,000',
    '2 5',
    '5\n5',
    '1 00',
  ])
    expect(parseMoney(text)).toBeNull();
});
