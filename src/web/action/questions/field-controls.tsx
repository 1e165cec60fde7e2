import { lazy, type ComponentType } from 'react'
import type { AnyField } from '#actions/kit/fields'
import type { FieldType } from '#contract/kit/form'
import { BooleanField, CheckboxField } from '../../fields/checkbox-field.tsx'
import type { FieldProps } from '../../fields/field-props.ts'
import { InputField, TextAreaField } from '../../fields/input-field.tsx'
import { NumberField } from '../../fields/number-field.tsx'
import { PasswordField } from '../../fields/password-field.tsx'
import { RadioField } from '../../fields/radio-field.tsx'
import { SelectMultiField } from '../../fields/select-multi-field.tsx'
import { YesNoField } from '../../fields/yes-no-field.tsx'

// Each control has its own type of value; the field's type selects it.
const control = <V,>(component: ComponentType<FieldProps<V>>) =>
  component as ComponentType<FieldProps<unknown>>

/** Controls by type of field. Large ones are loaded on first use. */
const CONTROLS: Record<FieldType, ComponentType<FieldProps<unknown>>> = {
  Select: control(
    lazy(async () => ({ default: (await import('../../fields/select-field.tsx')).SelectField })),
  ),
  SelectMulti: control(SelectMultiField),
  YesNo: control(YesNoField),
  Input: control(InputField),
  TextArea: control(TextAreaField),
  Password: control(PasswordField),
  RichText: control(
    lazy(async () => ({ default: (await import('../../fields/rich-text-field.tsx')).RichTextField })),
  ),
  Date: control(lazy(async () => ({ default: (await import('../../fields/date-field.tsx')).DateField }))),
  DateTime: control(
    lazy(async () => ({ default: (await import('../../fields/date-time-field.tsx')).DateTimeField })),
  ),
  Time: control(lazy(async () => ({ default: (await import('../../fields/time-field.tsx')).TimeField }))),
  Number: control(NumberField),
  Phone: control(lazy(async () => ({ default: (await import('../../fields/phone-field.tsx')).PhoneField }))),
  File: control(lazy(async () => ({ default: (await import('../../fields/file-field.tsx')).FileField }))),
  Boolean: control(BooleanField),
  Checkbox: control(CheckboxField),
  Corners: control(
    lazy(async () => ({ default: (await import('../../fields/corners-field.tsx')).CornersField })),
  ),
}

const RADIO = control(RadioField)
const AREAS = control(lazy(async () => ({ default: (await import('./areas-field.tsx')).AreasField })))
const AREA_KINDS: readonly unknown[] = ['lpa', 'nca', 'subcatchment'] satisfies AnyField['refersTo'][]

/** Control for a field. A few choices that each need an explanation are radio buttons, and several areas can be chosen on a map. */
export const controlFor = (field: AnyField) =>
  field.about
    ? RADIO
    : field.type === 'SelectMulti' && AREA_KINDS.includes(field.refersTo)
      ? AREAS
      : CONTROLS[field.type]
