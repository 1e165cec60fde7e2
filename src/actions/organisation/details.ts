import { registeredNumberRule } from '#contract/rules'
import { normalNumber, REGISTERED_NUMBER_LABELS, type RegisteredNumber } from '#domain/registered-numbers'
import { email, hinted, longText, name, optional, phone, pick, text } from '../kit/fields.ts'

const registeredNumber = (kind: RegisteredNumber, hint: string) =>
  hinted(
    optional(
      text(REGISTERED_NUMBER_LABELS[kind], {
        rule: registeredNumberRule(kind),
        toSaved: typed => normalNumber(kind, typed),
      }),
    ),
    hint,
  )

/** The numbers by which others know an organisation: who gives them is found again, and not entered twice. */
export const numberFields = {
  companyNumber: registeredNumber(
    'companyNumber',
    'Eight characters, as at Companies House: 01234567, SC123456, OC312345.',
  ),
  charityNumber: registeredNumber(
    'charityNumber',
    'As in the register of charities: 1234567, SC012345, NIC101234.',
  ),
  holdingNumber: registeredNumber(
    'holdingNumber',
    'County, parish and holding (CPH) of the land: 12/345/6789.',
  ),
}

/** What is asked of an organisation when it is added and when it is edited. */
export const organisationFields = {
  name: name('Name'),
  contact: optional(text('Contact', { autocomplete: 'name' })),
  email: optional(email('Email')),
  phone: optional(phone('Phone')),
  mailingAddress: optional(longText('Mailing address', 5)),
  ...numberFields,
  csvId: optional(text('CSV ID')),
  lpaId: pick('Local planning authority area', 'lpa', '/api/ref/lpas'),
}
