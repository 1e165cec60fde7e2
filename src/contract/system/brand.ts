import { z } from 'zod'
import { defineNoun } from '../kit/noun.ts'
import { resourceFields } from '../kit/resource.ts'
import { nullableText } from '../kit/values.ts'

const columns = {
  tagline: z.string(),
  contact: z.string(),
  legalName: nullableText,
  year: z.int(),
  accentLight: z.string(),
  accentDark: z.string(),
  hasLogo: z.boolean().meta({ description: 'True if a logo replaces the default mark' }),
}

const brandView = z.object({ ...resourceFields('brand'), ...columns }).meta({ id: 'Brand' })
export type BrandView = z.infer<typeof brandView>

/** Name and legal entity of the market: there is one brand. */
export const brand = defineNoun({
  kind: 'brand',
  path: 'brand',
  called: ['brand', 'brands'],
  readBy: 'everyone',
  isSubject: true,
  isNamed: true,
  page: ({ id }: { id: string }) => `/settings/${id}`,
  view: brandView,
})
