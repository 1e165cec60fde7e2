/** Texts of the page with a copy of the last round. */
export const ROUND_COPY_MESSAGES = {
  loading: 'Loading the copy.',
  loadingFailed: 'The copy could not be loaded. Try again in a moment.',
  noRound: 'No settled round is large enough to practise with yet.',
  invalidBid:
    'Enter how much you need, with no more than one decimal place, and the most you would pay in whole pounds.',
  calculating: 'Calculating the result.',
}
