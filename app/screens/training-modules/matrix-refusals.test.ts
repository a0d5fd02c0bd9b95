import { expect, test } from 'vitest';
import { refusalOf } from '#app/screens/training-modules/matrix-refusals.ts';

const filled = { modules: 2, matrixId: '4', name: 'Monitoring', departmentId: '7' } as const;

test('[MTX-03] [SHELL-12] each refusal of assigning modules to a matrix has its title, text and field', () => {
  const told = (form: Parameters<typeof refusalOf>[0]) => {
    const refusal = refusalOf(form);
    return refusal && [refusal.toast.title.message, refusal.toast.text?.message, refusal.field];
  };
  expect(told({ ...filled, mode: 'existing', modules: 0 })).toEqual([
    'No Modules Selected',
    'Please select at least one module to assign',
    null,
  ]);
  expect(told({ ...filled, mode: 'existing', matrixId: null })).toEqual([
    'No Matrix Selected',
    'Please select an existing training matrix',
    'matrix',
  ]);
  expect(told({ ...filled, mode: 'new', name: '  ' })).toEqual([
    'Matrix Name Required',
    'Please provide a matrix name',
    'name',
  ]);
  expect(told({ ...filled, mode: 'new', departmentId: null })).toEqual([
    'Department Required',
    'Please select a department for the new matrix',
    'department',
  ]);
  expect(told({ ...filled, mode: 'existing' })).toBeNull();
  expect(told({ ...filled, mode: 'new' })).toBeNull();
});
