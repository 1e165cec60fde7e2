/** Longer when the password is all that protects the account; no rule of composition, and no end by date. */
export const PASSWORD_POLICY = {
  minLength: 15,
  minLengthWithSecondFactor: 8,
  maxLength: 128,
}

/** What is wrong with the length of a password, if anything; signs are counted as people see them. */
export const wrongLength = (password: string, hasSecondFactor: boolean): string | undefined => {
  const { minLength, minLengthWithSecondFactor, maxLength } = PASSWORD_POLICY
  const least = hasSecondFactor ? minLengthWithSecondFactor : minLength
  const length = Array.from(password).length
  if (length < least) return `Must be ${least} characters or more`
  return length > maxLength ? `Must be ${maxLength} characters or fewer` : undefined
}

/** What is said where a new password and its repetition are not the same. */
export const PASSWORDS_DIFFER = 'Passwords do not match'
