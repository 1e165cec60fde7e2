import type { PromiseFault } from './promise.ts'
import type { ReceiptFault } from './receipt.ts'
import type { StatusFault } from './status.ts'

/** A problem and what to do about it. */
export interface ProofProblem {
  what: string
  remedy: string
}

const AGAIN =
  'Use the file as you saved it, or download it again. If this does not help, contact the market operator.'

export const PROOF_PROBLEMS: Record<ReceiptFault | PromiseFault | StatusFault, ProofProblem> = {
  entry: { what: 'The entry does not match its hash. One of them has been changed.', remedy: AGAIN },
  commitment: {
    what: 'The log entry does not belong to this receipt: the salt, the hash or the published text does not match.',
    remedy: AGAIN,
  },
  inclusion: { what: 'The proof does not lead from the entry to the signed root hash.', remedy: AGAIN },
  size: { what: 'The proof and the checkpoint are for logs of different sizes.', remedy: AGAIN },
  checkpoint: {
    what: 'The checkpoint cannot be read. It is incomplete or has been changed.',
    remedy:
      'Copy the whole checkpoint, from the name of the log to the last line that begins with a dash. Each signature is one line.',
  },
  origin: {
    what: 'The checkpoint is from a different log, not from the log of this market.',
    remedy: 'Check the file on the page of the market that it names.',
  },
  key: {
    what: 'The checkpoint was not signed with a key of this market that this page knows.',
    remedy:
      'If the market has a newer key, download this page from the market again. Then ask the market operator for the key in another way, such as by phone, and compare the two.',
  },
  signature: {
    what: 'The market’s signature does not match the checkpoint. One of them has been changed.',
    remedy: AGAIN,
  },
  cosignature: {
    what: 'The co-signature of a witness does not match the checkpoint.',
    remedy:
      'Download the checkpoint again from the page of the public log. If this does not help, contact the witness.',
  },
  certificate: {
    what: 'No key of this market that this page knows has signed the certificate as it is in this file.',
    remedy: AGAIN,
  },
  unnamed: { what: 'The log entry does not name this certificate.', remedy: AGAIN },
  ended: {
    what: 'The key that signed this has expired, perhaps because it was stolen. The log did not contain this before the key expired.',
    remedy:
      'Do not rely on this file. Download it again from the market, which signs with its current key, or contact the market operator.',
  },
  status: {
    what: 'No key of this market that this page knows has signed the status as it is in this file.',
    remedy: AGAIN,
  },
  endedStatus: {
    what: 'The key that signed this status has expired, perhaps because it was stolen.',
    remedy: 'Do not rely on this file. Download the status again: the market signs with its current key.',
  },
  promise: { what: 'The promise cannot be read. It is incomplete or has been changed.', remedy: AGAIN },
}

/** A number with commas between thousands. */
export const wholeNumber = (size: number): string => String(size).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Names of the facts in a submitted text. */
export const FACT_LABELS = {
  log: 'Log',
  size: 'Log size',
  root: 'Root hash',
  signedWith: 'Signed with',
  cosignedBy: 'Co-signed by',
  entry: 'Entry',
  action: 'What was done',
  at: 'When',
  subject: 'Subject',
  values: 'Values (money in pence)',
  promisedBy: 'In the log by',
  certificate: 'Certificate',
  asOf: 'Status at',
  replacedBy: 'Replaced by',
}

export const NO_KNOWN_KEY = 'a key that this page does not know'
export const NO_COSIGNATURES = 'No one yet'
export const UNKNOWN_WITNESS_KEY = '(not checked: this page does not know its key)'

const unchangedSince = (size: number): string =>
  `The entry cannot have been changed since then, because that would change the root hash. Anyone who has kept the root hash of ${wholeNumber(size)} entries would notice.`

const SAVED_TOO_EARLY = 'This file was saved before a checkpoint of the log covered the entry.'
const RECEIPT_MATCHES = 'The entry in the receipt matches its hash, character by character.'
const CERTIFICATE_MATCHES = 'A key of this market signed exactly this certificate.'

export const RECEIPT_TEXTS = {
  proved: 'Proved: the log contains this entry as it is in the receipt',
  broken: 'This receipt is not valid',
  notProved: 'Not proved: nothing shows yet that the log contains this entry',
  matches: RECEIPT_MATCHES,
  tooEarly: {
    what: SAVED_TOO_EARLY,
    remedy:
      'Checkpoints are signed within an hour. Check the receipt on the page of the market, which adds the proof, or save it again.',
  },
}

/** Proved statements about a receipt, at a place of a log of this size. */
export const receiptStatements = (place: number, size: number): string[] => [
  RECEIPT_MATCHES,
  `The log commits to that hash, in entry ${wholeNumber(place)} of ${wholeNumber(size)}.`,
  'The market has signed the root hash of the log that contains the entry.',
  unchangedSince(size),
]

export const CERTIFICATE_TEXTS = {
  proved: 'Proved: this certificate is signed, and the log names it',
  broken: 'This certificate is not proved',
  notProved: 'Not proved: the certificate is signed, but nothing shows yet that the log names it',
  matches: CERTIFICATE_MATCHES,
  tooEarly: {
    what: SAVED_TOO_EARLY,
    remedy: 'A checkpoint follows within a minute or two. Then save the proof of the certificate again.',
  },
}

/** Proved statements about a certificate, which the log names at a place of a log of this size. */
export const certificateStatements = (place: number, size: number): string[] => [
  CERTIFICATE_MATCHES,
  `The log names this certificate in entry ${wholeNumber(place)} of ${wholeNumber(size)}.`,
  unchangedSince(size),
  'Only the page of the market shows whether this certificate is valid today. It may have been superseded or revoked since.',
]

/** Titles of a status, by whether the certificate could be relied on at that instant. */
export const STATUS_TEXTS = {
  valid: 'Signed: this certificate was valid',
  inDoubt: 'Signed: units of this certificate were in doubt',
  notValid: 'Signed: this certificate was not valid',
  broken: 'This status is not proved',
}

/** Proved statement about a status, as of an instant in words. */
export const statusStatement = (at: string): string =>
  `The market has signed that this was the status of the certificate at ${at}. It may have changed since: download it again.`

/** Says since when and why a certificate is no longer valid, and which one to ask for. */
export const endedStatusProblem = (at: string, reason: string, next: string | null): ProofProblem => ({
  what: `The certificate has not been valid since ${at}: ${reason}.`,
  remedy:
    next === null ? 'No other certificate replaces it.' : `Ask for certificate ${next}, which replaces it.`,
})

/** Says since when some units of a certificate are not sound, and which units replace them. */
export const unsoundStatusProblem = (
  serial: string,
  since: string,
  { isInDoubt, replacedBy }: { isInDoubt: boolean; replacedBy: string | null },
): ProofProblem => ({
  what: `Units ${serial} ${isInDoubt ? 'are in doubt' : 'have failed'} since ${since}.`,
  remedy:
    replacedBy === null
      ? 'Nothing replaces them so far. The page of the certificate says what is being done.'
      : `Units ${replacedBy} replace them.`,
})

export const PROMISE_TEXTS = {
  broken: 'This promise is not valid',
  notProved: 'Not proved yet: the market has promised to enter this in its log',
}

export const promiseStatement = (by: string): string =>
  `The market has signed that it received this entry as it is here, and that its log will contain it by ${by}.`

export const promiseProblem = (by: string): ProofProblem => ({
  what: 'A promise does not show that the log contains the entry.',
  remedy: `After ${by}, save the receipt of this entry from the page of your offer or bid, and check that receipt. If there is none, keep this file: it shows that the market has broken its promise.`,
})

export const CHECKPOINT_TEXTS = {
  signed: 'This checkpoint is signed by the market',
  broken: 'This checkpoint is not valid',
  proved: [
    'The market has signed this root hash of its log and cannot claim a different one later.',
    'Keep this checkpoint. With it, you can check at any time that a later log continues from this one.',
  ],
}

export const INCOMPLETE_TITLE = 'This receipt is incomplete'

export const incompleteProblem = (parts: readonly string[]): ProofProblem => ({
  what: `These parts are missing or have the wrong form: ${parts.join(', ')}.`,
  remedy: AGAIN,
})

export const UNREADABLE_TITLE = 'We found nothing to check'

export const UNREADABLE_PROBLEM: ProofProblem = {
  what: 'This is not a receipt or the proof of a certificate, and it does not contain a checkpoint.',
  remedy:
    'Choose the file as you downloaded it from the market, or paste the whole text of the email. To check the PDF of a certificate, use the page of the market.',
}
