import { z } from 'zod'
import { GROUP_TYPES } from '#domain/project/group'
import { idAndName } from './values.ts'

/** The group of a project or a requirement, with all its members. */
export const groupOfItem = idAndName
  .extend({ type: z.enum(GROUP_TYPES), members: z.array(idAndName) })
  .meta({ id: 'GroupOfItem' })
export type GroupOfItem = z.infer<typeof groupOfItem>
