/** Sentence about the organisations that won nothing. */
export const wonNothingText = (organisations: number): string =>
  organisations === 1
    ? '1 organisation won nothing, so it pays and receives nothing.'
    : `${organisations} organisations won nothing, so they pay and receive nothing.`

/** Links that download a part of a match. */
export const MATCH_DOWNLOAD_LINKS = {
  winners: 'Download the winners as CSV',
  dataset: 'Download the dataset as CSV',
} as const
