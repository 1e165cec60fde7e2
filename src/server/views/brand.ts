import type { BrandView } from '#contract/system/brand'
import type { Actor } from '#domain/people/actor'
import type { StoredBrand } from '#domain/people/brand'
import { commonResourceView, type ViewContext } from './kit/context.ts'

/** View of the brand for its page in the settings. */
export const brandView = async (
  subject: StoredBrand,
  reader: Actor,
  { now }: ViewContext,
): Promise<BrandView> => {
  const { tagline, contact, legalName, year, accentLight, accentDark, hasLogo } = subject
  return {
    ...commonResourceView('brand', subject, subject.name, reader, { round: undefined, now }),
    ...{ tagline, contact, legalName, year, accentLight, accentDark, hasLogo },
  }
}
