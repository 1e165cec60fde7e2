import type { Step } from './steps.tsx'

/** The statuses of a kind as steps: those that lead on, in order, and where each of the others stands among them. */
interface Progress<S extends string, Leading extends S> {
  labels: Record<S, string>
  steps: readonly Leading[]
  /** Every other status, with the step at which a thing stands then. */
  beside: Record<Exclude<S, Leading>, Leading> & Partial<Record<S, Leading>>
  /** Of those, the ones from which it does not go on as hoped. */
  bad: readonly Exclude<S, Leading>[]
}

/** What shows a thing in any of its statuses as steps, done and ahead. */
export const progressOf =
  <S extends string, const Leading extends S>({ labels, steps, beside, bad }: Progress<S, Leading>) =>
  (status: S): (Step & { id: Leading })[] => {
    const here = steps.findIndex(step => step === (beside[status] ?? status))
    const wentWrong = bad.some(one => one === status)
    return steps.map((step, at) => ({
      id: step,
      label: labels[at === here ? status : step],
      state: at < here ? 'done' : at > here ? 'ahead' : wentWrong ? 'bad' : 'current',
    }))
  }
