import { z } from 'zod'
import { GROUP_TYPES } from '#domain/group'
import { named } from './values.ts'

/** The group of a project or a requirement, with all its members. */
export const groupOfItem = named
  .extend({ type: z.enum(GROUP_TYPES), members: z.array(named) })
  .meta({ id: 'GroupOfItem' })
export type GroupOfItem = z.infer<typeof groupOfItem>
