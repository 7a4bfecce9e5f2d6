import { expect, it } from 'vitest';
import { about, percent, signed, signedAbout, within } from './figures';

it('says shares in percent, with a sign only where there is something', () => {
  expect(percent(0.004038)).toBe('0.404%');
  expect(percent(-0.5, 1)).toBe('−50.0%');
  expect(signed(0.1, 0)).toBe('+10%');
  expect(signed(-0.000001)).toBe('0.000%');
});

it('says small amounts in words', () => {
  const under = (least: string) => `under ${least}`;
  expect(about(103.4, under)).toBe('$1.03');
  expect(about(0.2, under)).toBe('under $0.01');
  expect(about(0, under)).toBe('$0');
  expect(signedAbout(103.4, under)).toBe('+$1.03');
  expect(signedAbout(-12, under)).toBe('−$0.12');
  expect(signedAbout(-0.2, under)).toBe('under $0.01');
});

it('says how far off a figure may be, however little that is', () => {
  expect(within(6.81e-7)).toBe('0.000069%');
  expect(within(0.0003)).toBe('0.03%');
});
