export const PRACTICE_MESSAGES = {
  unreadableLink: 'We could not read the settings in this link. The page shows the example instead.',
  loadingEngine: 'Loading the engine. This takes a moment the first time.',
  engineFailed: 'The engine could not be loaded. Move a slider to try again.',
  linkCopied: 'Link copied.',
  linkInAddress: 'The link could not be copied. Copy it from the address bar instead.',
}

/** Error of a number field, with its permitted values; `field` names it. */
export const numberError = (field: string, least: string, most: string, isWhole: boolean): string =>
  isWhole
    ? `${field}: enter a whole number from ${least} to ${most}.`
    : `${field}: enter a number from ${least} to ${most}, with no more than one decimal place.`
