/** Longer if the password is the only protection; no composition rules, and no expiry. */
export const PASSWORD_POLICY = {
  minLength: 15,
  minLengthWithSecondFactor: 8,
  maxLength: 128,
}

/** Error in the length of a password, if any; characters are counted as people see them. */
export const passwordLengthError = (password: string, hasSecondFactor: boolean): string | undefined => {
  const { minLength, minLengthWithSecondFactor, maxLength } = PASSWORD_POLICY
  const least = hasSecondFactor ? minLengthWithSecondFactor : minLength
  const length = Array.from(password).length
  if (length < least) return `Must be ${least} characters or more`
  return length > maxLength ? `Must be ${maxLength} characters or fewer` : undefined
}

/** Message for a new password that differs from its repetition. */
export const PASSWORD_MISMATCH = 'Passwords do not match'
