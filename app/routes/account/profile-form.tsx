import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { publicName } from '#domain/account/account.ts'
import { profileNotUpdated } from '#domain/account/profile-form.ts'
import { fullNameOf, splitFullName } from '#domain/account/full-name.ts'
import { typedIn } from '#domain/form.ts'
import { tidyLine } from '#domain/text.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { useProblemToast } from '#app/ui/use-problem-toast.ts'
import type { Profile } from '#server/account/queries.ts'
import { PictureField } from './picture-field.tsx'
import type { ProfileProblem } from './save-profile.ts'

/** The form of a person's own profile, for renters, owners and admins. */
export function ProfileForm({ profile, problem }: { profile: Profile; problem?: ProfileProblem }) {
  const form = useFirstInvalidField(problem)
  useProblemToast(problem, problem?.toast)
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'profile'
  const errors = problem?.errors ?? {}
  const value = (name: string, stored: string) => typedIn(problem, name) ?? stored
  const [fullName, setFullName] = useState(value('fullName', fullNameOf(profile)))

  return (
    <Card as="section" aria-labelledby="profile-form" padding="lg">
      <h2 id="profile-form" className="text-2xl">
        Profile
      </h2>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        replace
        preventScrollReset
        noValidate
        data-failure={profileNotUpdated}
        className="mt-5 grid gap-6"
      >
        <input type="hidden" name="intent" value="profile" />
        <FormError>{problem?.formError}</FormError>
        <PictureField
          picture={profile.image}
          error={errors.picture}
          removed={problem?.values.removePicture === 'on'}
        />
        <Field
          label="Full Name"
          name="fullName"
          required
          autoComplete="name"
          defaultValue={fullName}
          onChange={(event) => setFullName(event.currentTarget.value)}
          error={errors.fullName}
          hint={nameHint(fullName, profile)}
        />
        <Field
          label="Email"
          name="email"
          hint={
            `${profile.emailVerified ? 'Confirmed.' : 'Not confirmed yet: follow the link we mailed you.'} ` +
            'Your email can’t be changed here.'
          }
        >
          {({ name: _, ...control }) => (
            // Without a name, the browser does not send it.
            <input {...control} type="email" readOnly defaultValue={profile.email} className="field" />
          )}
        </Field>
        <Field
          label="Location"
          name="location"
          autoComplete="address-level2"
          placeholder="Mandaluyong, Metro Manila"
          defaultValue={value('location', profile.location ?? '')}
          error={errors.location}
          hint="Your city is enough. You may leave it empty."
        />
        <div className="border-t border-line pt-5">
          <Button busy={busy} busyText="Saving...">
            Update Info
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** The hint below the name: which part of it other people see. */
function nameHint(fullName: string, stored: Profile): string {
  const names = splitFullName(tidyLine(fullName), stored)
  const seen = names.ok ? `“${publicName(names)}”` : 'your first name and one letter'
  const afterwards = ' If you change it, you are unverified until we have looked at it again.'
  return (
    `Strangers see ${seen}; who you rent with sees all of it.` +
    (stored.verificationStatus === 'verified' ? afterwards : '')
  )
}
