import { type Organisation, waitsForAdmission } from '#domain/organisation'

/** Nobody is let into an organisation that waits to be admitted itself: its area is decided with it. */
export const organisationWaits = (organisation: Organisation | undefined): { form?: string } =>
  organisation && waitsForAdmission(organisation) === true
    ? { form: `${organisation.name} waits to be admitted: admit the organisation, and its people with it` }
    : {}
