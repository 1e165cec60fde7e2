/** First text of the message to the owners of bids that make a match hard. */
export const ASK_OWNERS_MESSAGE =
  'The match of this round ran out of time, and your bids are among those that make it hard. Could you simplify them? You can change your bids if the round opens again for bids and offers. Please answer with a comment on one of your bids.'

/** Preview of the message to owners: who gets it. */
export const askedOwnersPreview = (owners: readonly string[]): string =>
  `${owners.join(', ')} and their agents get your message`
