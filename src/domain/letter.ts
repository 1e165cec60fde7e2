/** The letters that actions send, and reminders; each is written when it is posted. */
export type LetterName =
  | 'match-accepted'
  | 'costs-changed'
  | 'comment-mention'
  | 'registration-closes'
  | 'redemption-due'
  | 'compliance-due'
  | 'invitation'
  | 'second-factor-off'
