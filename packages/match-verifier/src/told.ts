import { countWithNoun, type VerificationFindings } from './market.ts'

/** Verdict in one sentence; what was not checked never counts as right. */
export const verificationHeadline = ({ findings, open }: VerificationFindings): string => {
  const wrong =
    findings.length === 0 ? 'Nothing wrong was found' : `${countWithNoun(findings.length, 'fault')} found`
  return `${wrong}${open.length === 0 ? '' : `; ${countWithNoun(open.length, 'thing')} not checked`}.`
}

/** Verdict in lines: errors, checks made, checks not made, and the headline. */
export const verificationReportLines = (verdict: VerificationFindings): string[] => [
  ...verdict.findings,
  ...verdict.done,
  ...verdict.open.map(one => `Not checked: ${one}.`),
  verificationHeadline(verdict),
]
