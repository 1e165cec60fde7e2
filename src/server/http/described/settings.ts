import { z } from 'zod'
import { CREDIT_TYPES } from '#domain/credit-type'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import type { SettingRow, StandardVersionRow } from '#domain/wire/setting'
import { id, instant } from './general.ts'

const text = z.string().nullable()
const stored = { id, version: z.int(), name: z.string(), active: z.boolean() }
const serviceTypes = z.array(z.enum(CREDIT_TYPES))

export const projectType = z
  .object({
    ...stored,
    serviceTypes,
    standardIds: z.array(id),
    fixedTermAllowed: z.boolean(),
    permanentAllowed: z.boolean(),
    description: text,
  })
  .meta({ id: 'ProjectType' }) satisfies z.ZodType<SettingRow<'projectType'>>

export const standard = z
  .object({
    ...stored,
    edition: text,
    publisher: text,
    serviceTypes,
    fixedTermAllowed: z.boolean(),
    kind: z.string(),
    description: text,
  })
  .meta({ id: 'Standard' }) satisfies z.ZodType<SettingRow<'standard'>>

export const standardVersion = z
  .object({
    id,
    name: z.string(),
    edition: text,
    publisher: text,
    serviceTypes,
    fixedTermAllowed: z.boolean(),
    description: text,
    until: instant.nullable(),
  })
  .meta({ id: 'StandardVersion' }) satisfies z.ZodType<StandardVersionRow>

export const nca = z.object({ ...stored, number: z.int() }).meta({ id: 'Nca' }) satisfies z.ZodType<
  SettingRow<'nca'>
>

export const lpa = z
  .object({ ...stored, fullName: z.string(), region: text })
  .meta({ id: 'Lpa' }) satisfies z.ZodType<SettingRow<'lpa'>>

export const subcatchment = z
  .object({ ...stored, catchment: z.string(), nitrogen: z.boolean(), phosphorous: z.boolean() })
  .meta({ id: 'Subcatchment' }) satisfies z.ZodType<SettingRow<'subcatchment'>>

export const declaration = z
  .object({
    ...stored,
    declaration: z.string(),
    category: z.enum(DECLARATION_CATEGORIES),
    isForAgents: z.boolean(),
    isForParticipants: z.boolean(),
  })
  .meta({ id: 'Declaration' }) satisfies z.ZodType<SettingRow<'declaration'>>
