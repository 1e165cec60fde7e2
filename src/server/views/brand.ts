import type { BrandView } from '#contract/brand'
import type { Actor } from '#domain/actor'
import type { StoredBrand } from '#domain/brand'
import { resourceOf, type ViewContext } from './context.ts'

/** The brand, as its page in the settings shows it. */
export const brandView = async (
  subject: StoredBrand,
  reader: Actor,
  { now }: ViewContext,
): Promise<BrandView> => {
  const { tagline, contact, legalName, year, accentLight, accentDark, hasLogo } = subject
  return {
    ...resourceOf('brand', subject, subject.name, reader, { round: undefined, now }),
    ...{ tagline, contact, legalName, year, accentLight, accentDark, hasLogo },
  }
}
