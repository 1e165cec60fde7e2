/** Kinds of registered numbers of an organisation. */
export const REGISTERED_NUMBERS = ['companyNumber', 'charityNumber', 'holdingNumber'] as const
export type RegisteredNumber = (typeof REGISTERED_NUMBERS)[number]

export const REGISTERED_NUMBER_LABELS: Record<RegisteredNumber, string> = {
  companyNumber: 'Company number',
  charityNumber: 'Charity number',
  holdingNumber: 'Holding number',
}

/** Numbers that only one organisation of a type can have: a holding can change hands, a company or charity stays the same. */
export const UNIQUE_REGISTERED_NUMBERS = ['companyNumber', 'charityNumber'] as const
export type UniqueNumber = (typeof UNIQUE_REGISTERED_NUMBERS)[number]

const squeezed = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

const COMPANY = /^(\d{8}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z]|R\d{7})$/
const CHARITY = /^(\d{6,7}(-\d{1,3})?|SC\d{6}|NIC\d{6})$/
const HOLDING = /^\d{2}\/\d{3}\/\d{4}$/

const NORMAL: Record<RegisteredNumber, (typed: string) => string> = {
  // People often leave out leading zeros.
  companyNumber: typed => {
    const number = squeezed(typed)
    return /^\d{6,7}$/.test(number) ? number.padStart(8, '0') : number
  },
  charityNumber: squeezed,
  holdingNumber: typed => {
    const digits = typed.replaceAll(/[\s/-]/g, '')
    return /^\d{9}$/.test(digits) ? `${digits.slice(0, 2)}/${digits.slice(2, 5)}/${digits.slice(5)}` : typed
  },
}

/** Normalises a number for comparison; a text without that form stays as typed. */
export const normaliseRegisteredNumber = (kind: RegisteredNumber, typed: string): string =>
  NORMAL[kind](typed)

const FORMS: Record<RegisteredNumber, { form: RegExp; otherwise: string }> = {
  companyNumber: {
    form: COMPANY,
    otherwise: 'Not a valid company number. Enter eight characters, such as 01234567 or SC123456',
  },
  charityNumber: {
    form: CHARITY,
    otherwise: 'Not a valid charity number. Enter a number such as 1234567, SC012345 or NIC101234',
  },
  holdingNumber: {
    form: HOLDING,
    otherwise: 'Not a valid holding number. Enter a number such as 12/345/6789',
  },
}

/**
 * Error of a typed number; undefined if it is correct. Forms: Companies House, the charity registers of England and Wales,
 * Scotland and Northern Ireland, and county, parish and holding.
 */
export const registeredNumberError = (kind: RegisteredNumber, typed: string): string | undefined =>
  FORMS[kind].form.test(normaliseRegisteredNumber(kind, typed)) ? undefined : FORMS[kind].otherwise

/** Message for a number that another organisation has. Strangers see it too, so it reveals nothing about that organisation. */
export const registeredNumberTakenMessage = (kind: UniqueNumber): string => TAKEN[kind]

const TAKEN: Record<UniqueNumber, string> = {
  companyNumber:
    'An organisation with this company number is already registered. Ask that organisation or the market operator for an invitation',
  charityNumber:
    'An organisation with this charity number is already registered. Ask that organisation or the market operator for an invitation',
}
