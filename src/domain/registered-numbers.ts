/** The numbers by which others know an organisation. */
export const REGISTERED_NUMBERS = ['companyNumber', 'charityNumber', 'holdingNumber'] as const
export type RegisteredNumber = (typeof REGISTERED_NUMBERS)[number]

export const REGISTERED_NUMBER_LABELS: Record<RegisteredNumber, string> = {
  companyNumber: 'Company number',
  charityNumber: 'Charity number',
  holdingNumber: 'Holding number',
}

/** The numbers that only one organisation of a type can have: a holding passes on, a company or a charity stays who it is. */
export const UNIQUE_NUMBERS = ['companyNumber', 'charityNumber'] as const
export type UniqueNumber = (typeof UNIQUE_NUMBERS)[number]

const squeezed = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

const COMPANY = /^(\d{8}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z]|R\d{7})$/
const CHARITY = /^(\d{6,7}(-\d{1,3})?|SC\d{6}|NIC\d{6})$/
const HOLDING = /^\d{2}\/\d{3}\/\d{4}$/

const NORMAL: Record<RegisteredNumber, (typed: string) => string> = {
  // Noughts in front are often left out.
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

/** A number in its usual form, by which two are compared; what has no such form is left as it was typed. */
export const normalNumber = (kind: RegisteredNumber, typed: string): string => NORMAL[kind](typed)

const FORMS: Record<RegisteredNumber, { form: RegExp; otherwise: string }> = {
  companyNumber: {
    form: COMPANY,
    otherwise: 'Not a valid company number: eight characters, such as 01234567 or SC123456',
  },
  charityNumber: {
    form: CHARITY,
    otherwise: 'Not a valid charity number: such as 1234567, SC012345 or NIC101234',
  },
  holdingNumber: { form: HOLDING, otherwise: 'Not a valid holding number: such as 12/345/6789' },
}

/** What is wrong with a number as it was typed; nothing when it is right. Forms: Companies House, the charity registers of England and Wales, Scotland and Northern Ireland, and county, parish and holding. */
export const wrongNumber = (kind: RegisteredNumber, typed: string): string | undefined =>
  FORMS[kind].form.test(normalNumber(kind, typed)) ? undefined : FORMS[kind].otherwise

/** Said to whoever gives a number that another organisation has, and to strangers too: so it says nothing of that one. */
export const numberTaken = (kind: UniqueNumber): string =>
  `An organisation with this ${REGISTERED_NUMBER_LABELS[kind].toLowerCase()} is registered already. Ask it, or the market operator, for an invitation`
