import { counted, type Verdict } from './market.ts'

/** What a verdict comes to, in one sentence; what was not checked never counts as right. */
export const headline = ({ findings, open }: Verdict): string => {
  const wrong =
    findings.length === 0 ? 'Nothing wrong was found' : `${counted(findings.length, 'fault')} found`
  return `${wrong}${open.length === 0 ? '' : `; ${counted(open.length, 'thing')} not checked`}.`
}

/** A verdict in lines: what is wrong, what was done, what was not, and what that comes to. */
export const told = (verdict: Verdict): string[] => [
  ...verdict.findings,
  ...verdict.done,
  ...verdict.open.map(one => `Not checked: ${one}.`),
  headline(verdict),
]
