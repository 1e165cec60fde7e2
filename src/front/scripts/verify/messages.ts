import { wholeNumber } from '#proof/messages'

export const CHECK_MESSAGES = {
  checking: 'Checking the file…',
  checkedHere: 'We checked this in your browser and did not send this to anyone.',
  saveWithProof: 'Save the receipt with its proof',
}

export const comparingFileText = (name: string): string =>
  `Comparing ${name} with the certificates of this market…`

/** Reasons why nothing could be checked, with the remedy. */
export const NOT_CHECKED = {
  title: 'Nothing could be checked',
  noKeys: { what: 'The keys of the market could not be loaded.', remedy: 'Try again in a minute.' },
  noSignatures: {
    what: 'Your browser cannot check the kind of signature that the market uses (Ed25519).',
    remedy:
      'Use a newer browser and open the page over https or from a file. Or check with openssl, as explained on the page of the public log.',
  },
}

/** Problems found when a text is compared with the log of today, with the remedy. */
export const LOG_PROBLEMS = {
  rewritten: {
    what: 'Today’s log of this market does not continue from this checkpoint. The log was changed, shortened or rewritten.',
    remedy:
      'Keep this file as proof. Ask the market operator whether the market was restored from a backup, and inform the witnesses named on the page of the public log.',
  },
  notCompared: {
    what: 'We could not check whether today’s log continues from this checkpoint.',
    remedy: 'Try again later. Everything else was checked.',
  },
  unknownEntry: {
    what: 'The log of this market does not contain this entry.',
    remedy:
      'Check the file on the page of the market that issued it. If that is this market, contact the market operator.',
  },
}

export const LOG_CONTRADICTS = 'Today’s log contradicts this text'

export const NEWEST_CHECKPOINT = 'This is the latest checkpoint of the market.'

export const logContinuesText = (size: number): string =>
  `Today’s log of the market, with ${wholeNumber(size)} entries, continues from this checkpoint.`
