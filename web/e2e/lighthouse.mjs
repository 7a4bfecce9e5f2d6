// What Lighthouse says of every screen of a page that is being served. Run by hand on a quiet
// machine; the middle of several runs counts. It is fetched by npx and is no dependency:
//   PONTOON_PAGE=http://127.0.0.1:8021 npm run lighthouse
//   RUNS=1 SCREENS=/lab,/rules npm run lighthouse
import { execFileSync } from 'node:child_process';
import { BROWSER } from './browser.mjs';

const PAGE = process.env.PONTOON_PAGE ?? 'http://127.0.0.1:8021';
const RUNS = Number(process.env.RUNS ?? 3);
const SCREENS = (
  process.env.SCREENS ??
  '/,/table/1,/trainer,/lab,/rounds,/primer,/rules,/rules/sydney,/fair,/floor,/log,/me'
).split(',');
const LEAST = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

function look(path) {
  const [program, ...before] = process.env.LIGHTHOUSE?.split(' ') ?? [
    'npx',
    '--yes',
    'lighthouse@12',
  ];
  const flags = [
    new URL(path, PAGE).href,
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox',
    `--only-categories=${CATEGORIES}`,
    '--output=json',
    '--output-path=stdout',
  ];
  const env = { CHROME_PATH: BROWSER, ...process.env };
  return JSON.parse(
    execFileSync(program, [...before, ...flags], { env, maxBuffer: 1e9 }).toString(),
  );
}

const middle = (values) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

let isLow = false;
for (const path of SCREENS) {
  const found = Array.from({ length: RUNS }, () => look(path));
  const scores = CATEGORIES.map((name) =>
    middle(found.map((one) => Math.round(one.categories[name].score * 100))),
  );
  const figures = FIGURES.map(
    (name) => `${name} ${middle(found.map((one) => one.audits[name].numericValue)).toFixed(3)}`,
  );
  const short = CATEGORIES.filter((_, no) => scores[no] < LEAST);
  isLow ||= short.length > 0;
  console.log(
    [
      path,
      scores.join('/'),
      ...figures,
      ...(short.length > 0 ? [`below ${LEAST}: ${short}`] : []),
    ].join('  '),
  );
}
process.exitCode = isLow ? 1 : 0;
