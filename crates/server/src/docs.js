// Shows the OpenAPI description of this server as a page. It knows no address by itself.
const make = (name, text, ...children) => {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
};

// A schema in the words a reader needs: its type, or its fields with theirs.
function typeOf(schema, all, depth = 0) {
  if (!schema) return 'anything';
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop();
    return depth > 3 ? name : typeOf(all[name], all, depth);
  }
  const either = schema.oneOf ?? schema.anyOf;
  if (either) {
    const some = either.map((one) => typeOf(one, all, depth + 1)).filter((one) => one !== 'null');
    if (some.length === 1) return some[0];
    return some.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' or ');
  }
  if (schema.type === 'array') return [typeOf(schema.items, all, depth + 1)];
  if (schema.properties) {
    const fields = {};
    for (const [name, field] of Object.entries(schema.properties)) {
      const optional = schema.required?.includes(name) ? '' : '?';
      fields[name + optional] = typeOf(field, all, depth + 1);
    }
    return fields;
  }
  if (schema.enum) return schema.enum.join(' | ');
  return [schema.type].flat().join(' or ') || 'anything';
}

// What the fields of a form mean, those of its parts included.
function meanings(schema, all, seen = new Set()) {
  if (!schema) return [];
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop();
    if (seen.has(name)) return [];
    seen.add(name);
    return meanings(all[name], all, seen);
  }
  const inner = [schema.items, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((one) => meanings(one, all, seen));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = field.description ? [make('li', '', make('code', name), ` ${field.description}`)] : [];
    return [...own, ...meanings(field, all, seen)];
  });
  return [...fields, ...inner];
}

const shown = (schema, all) => {
  const type = typeOf(schema, all);
  const form = make('pre', typeof type === 'string' ? type : JSON.stringify(type, null, 2));
  return make('div', '', form, make('ul', '', ...meanings(schema, all)));
};

function body(of, all) {
  const content = Object.values(of?.content ?? {})[0];
  return content ? [shown(content.schema, all)] : [];
}

function operation(path, method, of, all) {
  const summary = make('summary', '', make('b', method.toUpperCase()), make('code', path));
  const words = (of.summary ?? of.description ?? '').replaceAll('\n', ' ');
  summary.append(' ', words);
  const details = make('details', '', summary);
  if (of.description && of.description.replaceAll('\n', ' ') !== words) details.append(make('p', of.description));
  for (const one of of.parameters ?? []) {
    const needed = one.required ? '' : ' (optional)';
    const meaning = one.description ? `: ${one.description}` : '';
    details.append(make('p', `${one.name} in the ${one.in}${needed}${meaning}`));
  }
  if (of.requestBody) details.append(make('p', 'Body:'), ...body(of.requestBody, all));
  for (const [status, answer] of Object.entries(of.responses ?? {})) {
    details.append(make('p', `${status} ${answer.description ?? ''}`), ...body(answer, all));
  }
  return details;
}

async function page() {
  const api = await (await fetch('/api/openapi.json')).json();
  document.getElementById('about').textContent = api.info.description;
  const all = api.components?.schemas ?? {};
  const sections = new Map((api.tags ?? []).map((tag) => [tag.name, make('section', '', make('h2', `${tag.name}: ${tag.description}`))]));
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, of] of Object.entries(methods)) {
      sections.get(of.tags?.[0])?.append(operation(path, method, of, all));
    }
  }
  document.getElementById('addresses').replaceChildren(...sections.values());
}

page();
