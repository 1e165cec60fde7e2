import { registeredNumberRule } from '#contract/people/rules'
import {
  normaliseRegisteredNumber,
  REGISTERED_NUMBER_LABELS,
  type RegisteredNumber,
} from '#domain/people/registered-numbers'
import { email, withHint, longText, name, optional, phone, pick, text } from '../kit/fields.ts'

const registeredNumber = (kind: RegisteredNumber, hint: string) =>
  withHint(
    optional(
      text(REGISTERED_NUMBER_LABELS[kind], {
        rule: registeredNumberRule(kind),
        toSaved: typed => normaliseRegisteredNumber(kind, typed),
      }),
    ),
    hint,
  )

/** Registered numbers of an organisation, which prevent entering it twice. */
export const registrationNumberFields = {
  companyNumber: registeredNumber(
    'companyNumber',
    'Eight characters, as shown by Companies House: 01234567, SC123456, OC312345.',
  ),
  charityNumber: registeredNumber(
    'charityNumber',
    'As shown in the charity register: 1234567, SC012345, NIC101234.',
  ),
  holdingNumber: registeredNumber(
    'holdingNumber',
    'The county, parish and holding (CPH) number of the land: 12/345/6789.',
  ),
}

/** Questions about an organisation, new or edited. */
export const organisationFormFields = {
  name: name('Name'),
  contact: optional(text('Contact', { autocomplete: 'name' })),
  email: optional(email('Email')),
  phone: optional(phone('Phone')),
  mailingAddress: optional(longText('Mailing address', 5)),
  ...registrationNumberFields,
  csvId: optional(text('CSV ID')),
  lpaId: pick('Local planning authority area', 'lpa', '/api/ref/lpas'),
}
