import type {
  CheckedNote,
  ClaimedCosignature,
  TrustedKeys,
} from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from './market-keys.ts'
import type { SubmittedProof } from './given.ts'
import { toBase64 } from '@credit-market/transparency-log/base64'
import {
  CERTIFICATE_TEXTS,
  endedStatusProblem,
  STATUS_TEXTS,
  statusStatement,
  unsoundStatusProblem,
  CHECKPOINT_TEXTS,
  FACT_LABELS,
  INCOMPLETE_TITLE,
  incompleteProblem,
  NO_COSIGNATURES,
  NO_KNOWN_KEY,
  PROMISE_TEXTS,
  promiseProblem,
  certificateStatements,
  promiseStatement,
  receiptStatements,
  RECEIPT_TEXTS,
  type ProofProblem,
  PROOF_PROBLEMS,
  UNKNOWN_WITNESS_KEY,
  UNREADABLE_TITLE,
  UNREADABLE_PROBLEM,
  wholeNumber,
} from './messages.ts'
import { checkPromise, type LogPromise } from './promise.ts'
import { type CheckResult, checkCertificate, checkReceipt, type LogReceipt } from './receipt.ts'
import {
  checkCertificateStatus,
  parseCertificateStatus,
  type CertificateStatus,
  type SignedCertificateStatus,
} from './status.ts'
import { checkNote } from '@credit-market/transparency-log/checked-note'

/** Result of a check, in plain words. */
export interface ProofVerdict {
  /** `notProved` means that everything given is valid, but nothing shows that the log contains it. */
  tone: 'good' | 'notProved' | 'bad'
  title: string
  /** Facts in the submitted text, by name. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Proved statements, a sentence each. */
  proved: readonly string[]
  /** The error or the missing proof, and the remedy. */
  troubles: readonly ProofProblem[]
  /** The signed checkpoint, to compare with the log of today; null without a valid one. */
  note: CheckedNote | null
  /** The receipt whose proof does not exist yet. */
  waiting: LogReceipt | null
}

/** An instant in the format of ISO 8601, to the minute. */
const minuteOf = (instant: string): string => `${instant.replace('T', ' ').slice(0, 16)} UTC`

const cosignedSaid = ({ witness, seconds, isKnown }: ClaimedCosignature): string =>
  [
    seconds === null ? witness : `${witness}, ${minuteOf(new Date(seconds * 1000).toISOString())}`,
    ...(isKnown ? [] : [UNKNOWN_WITNESS_KEY]),
  ].join(' ')

const factsOfNote = ({ checkpoint, signedBy, cosigned }: CheckedNote): ProofVerdict['facts'] => [
  [FACT_LABELS.log, checkpoint.origin],
  [FACT_LABELS.size, wholeNumber(checkpoint.size)],
  [FACT_LABELS.root, toBase64(checkpoint.root)],
  [FACT_LABELS.signedWith, signedBy ?? NO_KNOWN_KEY],
  [FACT_LABELS.cosignedBy, cosigned.length === 0 ? NO_COSIGNATURES : cosigned.map(cosignedSaid).join('; ')],
]

const entryIn = (entry: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(entry)) as Record<string, unknown>
  } catch {
    return {}
  }
}

const factsOfEntry = (entry: string): ProofVerdict['facts'] => {
  const { seq, at, message, subjectKind, subjectId, details } = entryIn(entry)
  return [
    ...(seq === undefined ? [] : [[FACT_LABELS.entry, wholeNumber(Number(seq))] as const]),
    [FACT_LABELS.action, String(message)],
    [FACT_LABELS.at, minuteOf(String(at))],
    [FACT_LABELS.subject, `${String(subjectKind)} ${String(subjectId)}`],
    [FACT_LABELS.values, String(details)],
  ]
}

const numberIn = (certificate: string): string => {
  const { number } = entryIn(certificate)
  return typeof number === 'string' ? number : ''
}

const judged = (
  { faults, note }: CheckResult,
  said: Pick<ProofVerdict, 'facts' | 'proved' | 'title'> & { broken: string },
): ProofVerdict => {
  const isGood = faults.length === 0
  return {
    tone: isGood ? 'good' : 'bad',
    title: isGood ? said.title : said.broken,
    facts: [...said.facts, ...(note ? factsOfNote(note) : [])],
    proved: isGood ? said.proved : [],
    troubles: faults.map(fault => PROOF_PROBLEMS[fault]),
    note: isGood ? (note ?? null) : null,
    waiting: null,
  }
}

const onReceipt = async (receipt: LogReceipt, trusted: TrustedKeys<MarketKeys>): Promise<ProofVerdict> => {
  const checked = await checkReceipt(receipt, trusted)
  const verdict = judged(checked, {
    title: RECEIPT_TEXTS.proved,
    broken: RECEIPT_TEXTS.broken,
    facts: factsOfEntry(receipt.entry),
    proved: receiptStatements((receipt.proof?.index ?? 0) + 1, receipt.proof?.size ?? 0),
  })
  if (receipt.proof || verdict.tone === 'bad') return verdict
  return {
    ...verdict,
    tone: 'notProved',
    title: RECEIPT_TEXTS.notProved,
    proved: [RECEIPT_TEXTS.matches],
    troubles: [RECEIPT_TEXTS.tooEarly],
    waiting: receipt,
  }
}

const onPromise = async (given: LogPromise, trusted: TrustedKeys<MarketKeys>): Promise<ProofVerdict> => {
  const { faults, promised } = await checkPromise(given, trusted)
  const by = minuteOf(String(promised?.by))
  const facts = [...factsOfEntry(given.entry), ...(promised ? [[FACT_LABELS.promisedBy, by] as const] : [])]
  const said = { facts, note: null, waiting: null }
  if (faults.length > 0)
    return {
      ...said,
      ...{ tone: 'bad', title: PROMISE_TEXTS.broken, proved: [] },
      troubles: faults.map(fault => PROOF_PROBLEMS[fault]),
    }
  return {
    ...said,
    ...{ tone: 'notProved', title: PROMISE_TEXTS.notProved },
    proved: [promiseStatement(by)],
    troubles: [promiseProblem(by)],
  }
}

/** Tone and title of a status, by the worst that it says of its certificate. */
const STATUS_VERDICTS = {
  valid: { tone: 'good', title: STATUS_TEXTS.valid },
  inDoubt: { tone: 'notProved', title: STATUS_TEXTS.inDoubt },
  notValid: { tone: 'bad', title: STATUS_TEXTS.notValid },
} as const

const verdictOf = ({ state, unsound }: CertificateStatus): keyof typeof STATUS_VERDICTS => {
  const is = (assurance: string) => unsound.some(one => one.assurance === assurance)
  if (state !== 'Current' || is('failed')) return 'notValid'
  if (is('inDoubt')) return 'inDoubt'
  return is('replaced') ? 'notValid' : 'valid'
}

const onStatus = async (
  given: SignedCertificateStatus,
  trusted: TrustedKeys<MarketKeys>,
): Promise<ProofVerdict> => {
  const faults = await checkCertificateStatus(given, trusted)
  const status = parseCertificateStatus(given.status)
  const common = { note: null, waiting: null }
  if (faults.length > 0 || status === undefined)
    return {
      ...common,
      ...{ tone: 'bad', title: STATUS_TEXTS.broken, facts: [], proved: [] },
      troubles: faults.map(fault => PROOF_PROBLEMS[fault]),
    }
  const { number, asOf, state, endedAt, endedReason, replacedBy, unsound } = status
  const troubles = [
    ...(state === 'Current'
      ? []
      : [endedStatusProblem(minuteOf(endedAt ?? ''), endedReason ?? '', replacedBy)]),
    ...unsound.map(({ serial, since, assurance, replacedBy: replacing }) =>
      unsoundStatusProblem(serial, since, { isInDoubt: assurance === 'inDoubt', replacedBy: replacing }),
    ),
  ]
  return {
    ...common,
    ...STATUS_VERDICTS[verdictOf(status)],
    facts: [
      [FACT_LABELS.certificate, number],
      [FACT_LABELS.asOf, minuteOf(asOf)],
      ...(replacedBy === null ? [] : [[FACT_LABELS.replacedBy, replacedBy] as const]),
    ],
    proved: [statusStatement(minuteOf(asOf))],
    troubles,
  }
}

/** Checks a submitted text with the trusted keys, and explains which statements are proved and which errors it has. */
export const verifySubmittedProof = async (
  given: SubmittedProof,
  trusted: TrustedKeys<MarketKeys>,
): Promise<ProofVerdict> => {
  const nothing = { facts: [], proved: [], note: null, waiting: null }
  switch (given.kind) {
    case 'receipt':
      return onReceipt(given.receipt, trusted)
    case 'promise':
      return onPromise(given.promise, trusted)
    case 'status':
      return onStatus(given.status, trusted)
    case 'certificate': {
      const { certificate, proof } = given.certificate
      const verdict = judged(await checkCertificate(given.certificate, trusted), {
        title: CERTIFICATE_TEXTS.proved,
        broken: CERTIFICATE_TEXTS.broken,
        facts: [[FACT_LABELS.certificate, numberIn(certificate)]],
        proved: certificateStatements((proof?.index ?? 0) + 1, proof?.size ?? 0),
      })
      if (proof || verdict.tone === 'bad') return verdict
      return {
        ...verdict,
        tone: 'notProved',
        title: CERTIFICATE_TEXTS.notProved,
        proved: [CERTIFICATE_TEXTS.matches],
        troubles: [CERTIFICATE_TEXTS.tooEarly],
      }
    }
    case 'checkpoint': {
      const checked = await checkNote(given.note, trusted)
      return judged(checked, {
        title: CHECKPOINT_TEXTS.signed,
        broken: CHECKPOINT_TEXTS.broken,
        facts: [],
        proved: CHECKPOINT_TEXTS.proved,
      })
    }
    case 'broken':
      return {
        ...nothing,
        tone: 'bad',
        title: INCOMPLETE_TITLE,
        troubles: [incompleteProblem(given.lacks)],
      }
    case 'unknown':
      return {
        ...nothing,
        tone: 'bad',
        title: UNREADABLE_TITLE,
        troubles: [UNREADABLE_PROBLEM],
      }
  }
}
