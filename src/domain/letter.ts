/** The letters that actions send to one address, each with the facts it is written from when it is posted. What is told to people of the market is a notice. */
export interface LetterFacts {
  invitation: { invitation: string; organisation: string; inviter: string }
  'admission-refused': { organisation: string; reason: string }
  'second-factor-off': Record<never, string>
}
export type LetterName = keyof LetterFacts
