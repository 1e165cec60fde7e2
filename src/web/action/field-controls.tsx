import { lazy, type ComponentType } from 'react'
import type { AnyField } from '#actions/kit/fields'
import type { FieldType } from '#contract/form'
import { BooleanField } from '../fields/boolean-field.tsx'
import { CheckboxField } from '../fields/checkbox-field.tsx'
import type { FieldProps } from '../fields/field-props.ts'
import { InputField } from '../fields/input-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { RadioField } from '../fields/radio-field.tsx'
import { SelectMultiField } from '../fields/select-multi-field.tsx'
import { TextAreaField } from '../fields/text-area-field.tsx'
import { YesNoField } from '../fields/yes-no-field.tsx'

// Each control holds its own kind of answer; the type of the question says which.
const control = <V,>(component: ComponentType<FieldProps<V>>) =>
  component as ComponentType<FieldProps<unknown>>

/** The heavy ones are fetched when first asked. */
const CONTROLS: Record<FieldType, ComponentType<FieldProps<unknown>>> = {
  Select: control(lazy(async () => ({ default: (await import('../fields/select-field.tsx')).SelectField }))),
  SelectMulti: control(SelectMultiField),
  YesNo: control(YesNoField),
  Input: control(InputField),
  TextArea: control(TextAreaField),
  Password: control(PasswordField),
  RichText: control(
    lazy(async () => ({ default: (await import('../fields/rich-text-field.tsx')).RichTextField })),
  ),
  Date: control(lazy(async () => ({ default: (await import('../fields/date-field.tsx')).DateField }))),
  DateTime: control(
    lazy(async () => ({ default: (await import('../fields/date-time-field.tsx')).DateTimeField })),
  ),
  Time: control(lazy(async () => ({ default: (await import('../fields/time-field.tsx')).TimeField }))),
  Number: control(NumberField),
  Phone: control(lazy(async () => ({ default: (await import('../fields/phone-field.tsx')).PhoneField }))),
  File: control(lazy(async () => ({ default: (await import('../fields/file-field.tsx')).FileField }))),
  Boolean: control(BooleanField),
  Checkbox: control(CheckboxField),
  Corners: control(
    lazy(async () => ({ default: (await import('../fields/corners-field.tsx')).CornersField })),
  ),
}

const RADIO = control(RadioField)

/** The control for a question; few choices of which each has to be explained are all in view. */
export const controlFor = (field: AnyField) => (field.about ? RADIO : CONTROLS[field.type])
