/** The letters that actions send; each is written when it is posted. */
export type LetterName =
  | 'match-accepted'
  | 'costs-changed'
  | 'comment-mention'
  | 'invitation'
  | 'second-factor-off'
