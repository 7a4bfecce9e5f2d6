// A simulation while it runs: its last line, and as many of those before as a picture needs.
import { lab } from '../text/en/lab';
import { say } from '../text/errors';
import type { Question, SimulationLine } from '../wire';
import { lines } from './ask';

/** A picture has a point for each such factor of rounds: more would not be seen. */
const APART = 1.04;

export const kept = (points: readonly SimulationLine[], line: SimulationLine): boolean =>
  line.done || points.length === 0 || line.rounds >= (points.at(-1)?.rounds ?? 0) * APART;

export class Simulation {
  points = $state.raw<SimulationLine[]>([]);
  last = $state.raw<SimulationLine | null>(null);
  isRunning = $state(false);
  fault = $state<string | null>(null);
  private control: AbortController | null = null;

  async run(question: Question, rounds: number, seed: number): Promise<void> {
    this.stop();
    const control = new AbortController();
    this.control = control;
    this.points = [];
    this.last = null;
    this.fault = null;
    this.isRunning = true;
    try {
      const body = { ...question, rounds, seed };
      for await (const line of lines<SimulationLine>(
        '/api/analysis/simulation',
        body,
        control.signal,
      )) {
        if (control.signal.aborted) return;
        this.last = line;
        if (kept(this.points, line)) this.points = [...this.points, line];
      }
      // The last line says that it is the last.
      if (!control.signal.aborted && !this.last?.done) this.fault = lab.simulation.brokenOff;
    } catch (error) {
      if (!control.signal.aborted) this.fault = say(error);
    }
    if (this.control === control) this.isRunning = false;
  }

  stop(): void {
    this.control?.abort();
    this.control = null;
    this.isRunning = false;
  }
}
