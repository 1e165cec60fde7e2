-- A case of a buyer that does not pay is named after its round: its suppliers read the name, and may not know the development.

update "case" set name = 'Buyer does not pay: ' || round.name
from round
where round.id = "case".round_id and "case".type = 'BuyerDefault';
