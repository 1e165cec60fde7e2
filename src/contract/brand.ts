import { z } from 'zod'
import { noun } from './noun.ts'
import { resourceOf } from './resource.ts'
import { maybeText } from './values.ts'

const columns = {
  tagline: z.string(),
  contact: z.string(),
  legalName: maybeText,
  year: z.int(),
  accentLight: z.string(),
  accentDark: z.string(),
  hasLogo: z.boolean().meta({ description: 'A logo of its own stands in the place of the mark' }),
}

const brandView = z.object({ ...resourceOf('brand'), ...columns }).meta({ id: 'Brand' })
export type BrandView = z.infer<typeof brandView>

/** Under what name and by whom the market is run: there is one. */
export const brand = noun({
  kind: 'brand',
  path: 'brand',
  called: ['brand', 'brands'],
  readBy: 'everybody',
  isSubject: true,
  isNamed: true,
  page: ({ id }: { id: string }) => `/settings/${id}`,
  view: brandView,
})
