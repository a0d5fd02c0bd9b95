import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { trainingCategories } from '#shared/domain/people/training-categories.ts';

/** The job title, labelled 'Training Category' in forms (SPEC §3): seven are offered, any other text is allowed (USR-02). */
export function JobTitleInput(props: Omit<AutocompleteProps, 'data' | 'label'>) {
  const { t } = useLingui();
  return (
    <Autocomplete
      label={t`Training Category`}
      placeholder={t`Choose one or type another`}
      data={[...trainingCategories]}
      // All seven are offered again once one is chosen.
      filter={({ options, search }) =>
        trainingCategories.some((name) => name === search)
          ? options
          : options.filter(
              (option) =>
                'label' in option && option.label.toLowerCase().includes(search.trim().toLowerCase()),
            )
      }
      {...props}
    />
  );
}
