import { email, longText, name, optional, phone, pick, text } from '../kit/fields.ts'

/** What is asked of an organisation when it is added and when it is edited. */
export const organisationFields = {
  name: name('Name'),
  contact: optional(text('Contact', { autocomplete: 'name' })),
  email: optional(email('Email')),
  phone: optional(phone('Phone')),
  mailingAddress: optional(longText('Mailing address', 5)),
  csvId: optional(text('CSV ID')),
  lpaId: pick('Local planning authority area', 'lpa', '/api/ref/lpas'),
}
