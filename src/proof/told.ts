import type { CheckedNote, Cosigned, Trusted } from './checked-note.ts'
import type { Given } from './given.ts'
import { toBase64 } from './base64.ts'
import { checkPromise, type LogPromise, type PromiseFault } from './promise.ts'
import { type Checked, checkCertificate, checkReceipt, type Fault, type LogReceipt } from './receipt.ts'
import { checkNote } from './checked-note.ts'

/** What came of a check, in plain words. */
export interface Verdict {
  /** `notProved` is of what holds as far as it goes, while nothing shows that the log has it. */
  tone: 'good' | 'notProved' | 'bad'
  title: string
  /** What was given says, name by name. */
  facts: readonly (readonly [name: string, value: string])[]
  /** What is proved, a sentence each. */
  proved: readonly string[]
  /** The fault or the missing proof, and the remedy. */
  troubles: readonly { what: string; remedy: string }[]
  /** The head that was signed, to be compared with the log of today; null where there is none that holds. */
  note: CheckedNote | null
  /** The receipt whose proof is still to come. */
  waiting: LogReceipt | null
}

const AGAIN = 'Take the file as you kept it, or download it again; if it stays so, ask the market operator.'

const TROUBLES: Record<Fault | PromiseFault, { what: string; remedy: string }> = {
  entry: { what: 'The entry is not what its hash was made of: one of them has been changed.', remedy: AGAIN },
  commitment: {
    what: 'The entry of the log is not that of this receipt: salt, hash or what the log published does not fit.',
    remedy: AGAIN,
  },
  inclusion: { what: 'The proof does not lead from the entry to the head that was signed.', remedy: AGAIN },
  size: { what: 'The proof is for a log of another size than the checkpoint beside it.', remedy: AGAIN },
  checkpoint: {
    what: 'What stands there is no checkpoint: it is cut, or was changed.',
    remedy:
      'Copy it whole, from the name of the log to the last line that begins with a dash; each signature is one line.',
  },
  origin: {
    what: 'The checkpoint is of another log than that of this market.',
    remedy: 'Check it with the page of the market that it names.',
  },
  key: {
    what: 'No key of this market that is known here has signed the checkpoint.',
    remedy:
      'If the market has a newer key, take this page from the market again, and compare the key with what the market operator tells you by another way.',
  },
  signature: {
    what: 'The signature of the market does not hold for the checkpoint: one of them has been changed.',
    remedy: AGAIN,
  },
  cosignature: {
    what: 'The co-signature of a witness does not hold for the checkpoint.',
    remedy: 'Take the checkpoint again from the page of the log; if it stays so, ask the witness.',
  },
  certificate: {
    what: 'The certificate was not signed so with a key of this market that is known here.',
    remedy: AGAIN,
  },
  unnamed: { what: 'The entry of the log does not name this certificate.', remedy: AGAIN },
  ended: {
    what: 'The key that signed this has ended, perhaps because it was stolen, and the log did not hold this before.',
    remedy:
      'Do not rely on it. Take it again from the page of the market, which signs with its present key, or ask the market operator.',
  },
  promise: { what: 'The promise cannot be read: it is cut, or was changed.', remedy: AGAIN },
}

const count = (size: number): string => String(size).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

const moment = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16)

const cosignedSaid = ({ witness, seconds, isKnown }: Cosigned): string =>
  `${witness}${seconds === null ? '' : `, ${moment(seconds)} UTC`}${isKnown ? '' : ' (not checked: its key is not known here)'}`

const factsOfNote = ({ checkpoint, signedBy, cosigned }: CheckedNote): Verdict['facts'] => [
  ['Log', checkpoint.origin],
  ['Entries then', count(checkpoint.size)],
  ['Head', toBase64(checkpoint.root)],
  ['Signed with', signedBy ?? 'no key that is known here'],
  ['Co-signed by', cosigned.length === 0 ? 'nobody yet' : cosigned.map(cosignedSaid).join('; ')],
]

const entryIn = (entry: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(entry)) as Record<string, unknown>
  } catch {
    return {}
  }
}

const factsOfEntry = (entry: string): Verdict['facts'] => {
  const { seq, at, message, subjectKind, subjectId, details } = entryIn(entry)
  return [
    ...(seq === undefined ? [] : [['Entry', count(Number(seq))] as const]),
    ['What was done', String(message)],
    ['When', `${String(at).replace('T', ' ').slice(0, 16)} UTC`],
    ['To what', `${String(subjectKind)} ${String(subjectId)}`],
    ['Values (money in pence)', String(details)],
  ]
}

const numberIn = (certificate: string): string => {
  const { number } = entryIn(certificate)
  return typeof number === 'string' ? number : ''
}

const judged = (
  { faults, note }: Checked,
  said: Pick<Verdict, 'facts' | 'proved' | 'title'> & { broken: string },
): Verdict => {
  const isGood = faults.length === 0
  return {
    tone: isGood ? 'good' : 'bad',
    title: isGood ? said.title : said.broken,
    facts: [...said.facts, ...(note ? factsOfNote(note) : [])],
    proved: isGood ? said.proved : [],
    troubles: faults.map(fault => TROUBLES[fault]),
    note: isGood ? (note ?? null) : null,
    waiting: null,
  }
}

const unchanged = (size: number): string =>
  `It cannot have been changed since without another head: whoever holds the head of ${count(size)} entries would notice.`

const onReceipt = async (receipt: LogReceipt, trusted: Trusted): Promise<Verdict> => {
  const checked = await checkReceipt(receipt, trusted)
  const verdict = judged(checked, {
    title: 'Proved: the log holds this entry as it stands in the receipt',
    broken: 'This receipt does not hold',
    facts: factsOfEntry(receipt.entry),
    proved: [
      'What the receipt says is, sign by sign, what its hash was made of.',
      `The log commits to that hash, at place ${count((receipt.proof?.index ?? 0) + 1)} of ${count(receipt.proof?.size ?? 0)}.`,
      'The market has signed the head of the log that follows from it.',
      unchanged(receipt.proof?.size ?? 0),
    ],
  })
  if (receipt.proof || verdict.tone === 'bad') return verdict
  return {
    ...verdict,
    tone: 'notProved',
    title: 'Not proved: nothing shows yet that the log holds this entry',
    proved: ['What the receipt says is, sign by sign, what its hash was made of.'],
    troubles: [
      {
        what: 'It was saved before a checkpoint of the log covered it.',
        remedy:
          'Checkpoints are signed within an hour. Check the receipt on the page of the market, which adds the proof, or save it again.',
      },
    ],
    waiting: receipt,
  }
}

const onPromise = async (given: LogPromise, trusted: Trusted): Promise<Verdict> => {
  const { faults, promised } = await checkPromise(given, trusted)
  const by = `${String(promised?.by).replace('T', ' ').slice(0, 16)} UTC`
  const facts = [...factsOfEntry(given.entry), ...(promised ? [['In the log by', by] as const] : [])]
  const said = { facts, note: null, waiting: null }
  if (faults.length > 0)
    return {
      ...said,
      ...{ tone: 'bad', title: 'This promise does not hold', proved: [] },
      troubles: faults.map(fault => TROUBLES[fault]),
    }
  return {
    ...said,
    ...{ tone: 'notProved', title: 'Not proved yet: the market has promised to enter this in its log' },
    proved: [
      `The market has signed that it took this entry as it stands here, and that its log holds it by ${by}.`,
    ],
    troubles: [
      {
        what: 'A promise does not show that the log holds the entry.',
        remedy: `After ${by} save the receipt of this entry from your offer or bid, and check that. If there is none, keep this file: it shows that the market has broken its promise.`,
      },
    ],
  }
}

/** Checks what was given with the keys that are believed, and says in plain words what is proved and what is wrong. */
export const verdictOn = async (given: Given, trusted: Trusted): Promise<Verdict> => {
  const nothing = { facts: [], proved: [], note: null, waiting: null }
  switch (given.kind) {
    case 'receipt':
      return onReceipt(given.receipt, trusted)
    case 'promise':
      return onPromise(given.promise, trusted)
    case 'certificate': {
      const { certificate, proof } = given.certificate
      const verdict = judged(await checkCertificate(given.certificate, trusted), {
        title: 'Proved: this certificate is signed, and the log names it',
        broken: 'This certificate is not proved',
        facts: [['Certificate', numberIn(certificate)]],
        proved: [
          'The certificate is, sign by sign, what a key of this market signed.',
          `The log names it, at place ${count((proof?.index ?? 0) + 1)} of ${count(proof?.size ?? 0)}.`,
          unchanged(proof?.size ?? 0),
          'Whether it holds today is told by the page of the market alone: it may have been superseded or revoked since.',
        ],
      })
      if (proof || verdict.tone === 'bad') return verdict
      return {
        ...verdict,
        tone: 'notProved',
        title: 'Not proved: the certificate is signed, and nothing shows yet that the log names it',
        proved: ['The certificate is, sign by sign, what a key of this market signed.'],
        troubles: [
          {
            what: 'It was saved before a checkpoint of the log covered it.',
            remedy: 'A checkpoint follows within a minute or two: save the proof of the certificate again.',
          },
        ],
      }
    }
    case 'checkpoint': {
      const checked = await checkNote(given.note, trusted)
      return judged(checked, {
        title: 'This checkpoint is signed by the market',
        broken: 'This checkpoint does not hold',
        facts: [],
        proved: [
          'The market has signed this head of its log, and cannot say later that it was another.',
          'Keep it: whether a later log goes on from it can be asked at any time.',
        ],
      })
    }
    case 'broken':
      return {
        ...nothing,
        tone: 'bad',
        title: 'This receipt is not whole',
        troubles: [{ what: `It lacks, or has in another form: ${given.lacks.join(', ')}.`, remedy: AGAIN }],
      }
    case 'unknown':
      return {
        ...nothing,
        tone: 'bad',
        title: 'Nothing that can be checked was found',
        troubles: [
          {
            what: 'It is no receipt, no proof of a certificate, and holds no checkpoint.',
            remedy:
              'Choose the file as it was downloaded from the market, or paste the whole text of the letter. A PDF of a certificate is checked on the page of the market.',
          },
        ],
      }
  }
}
