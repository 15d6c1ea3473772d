extension Storefront {
  /// The name of the country or region, such as `Japan`; the code if the App Store has no such
  /// storefront.
  package var name: String {
    Self.byNumber.firstIndex(of: self).flatMap { Self.names.dropFirst($0).first }.map { String($0) }
      ?? code
  }

  /// The names in the order of ``byNumber``.
  private static let names: [Substring] = """
    the United States/France/Germany/the United Kingdom/Austria/Belgium/Finland/Greece/Ireland/\
    Italy/Luxembourg/the Netherlands/Portugal/Spain/Canada/Sweden/Norway/Denmark/Switzerland/\
    Australia/New Zealand/Japan/Hong Kong/Singapore/China/South Korea/India/Mexico/Russia/Taiwan/\
    Vietnam/South Africa/Malaysia/the Philippines/Thailand/Indonesia/Pakistan/Poland/Saudi Arabia/\
    Turkey/the United Arab Emirates/Hungary/Chile/Nepal/Panama/Sri Lanka/Romania/the Maldives/\
    Czechia/Bangladesh/Israel/Ukraine/Kuwait/Croatia/Costa Rica/Slovakia/Lebanon/Qatar/Slovenia/\
    Serbia/Colombia/Venezuela/Brazil/Guatemala/Argentina/El Salvador/Peru/the Dominican Republic/\
    Ecuador/Honduras/Jamaica/Nicaragua/Paraguay/Uruguay/Macao/Egypt/Kazakhstan/Estonia/Latvia/\
    Lithuania/Malta/Liechtenstein/Moldova/Armenia/Botswana/Bulgaria/Côte d’Ivoire/Jordan/Kenya/\
    North Macedonia/Madagascar/Mali/Mauritius/Niger/Senegal/Tunisia/Uganda/Anguilla/the Bahamas/\
    Antigua and Barbuda/Barbados/Bermuda/the British Virgin Islands/the Cayman Islands/Dominica/\
    Grenada/Montserrat/St. Kitts and Nevis/St. Lucia/St. Vincent and the Grenadines/\
    Trinidad and Tobago/the Turks and Caicos Islands/Guyana/Suriname/Belize/Bolivia/Cyprus/\
    Iceland/Bahrain/Brunei/Nigeria/Oman/Algeria/Angola/Belarus/Uzbekistan/Libya/Azerbaijan/\
    Ethiopia/Myanmar/Yemen/Tanzania/Ghana/Cameroon/Albania/Benin/Bhutan/Burkina Faso/Cambodia/\
    Cape Verde/Chad/the Republic of the Congo/Fiji/Gambia/Guinea-Bissau/Kyrgyzstan/Laos/Liberia/\
    Malawi/Mauritania/Micronesia/Mongolia/Mozambique/Namibia/Palau/Palestine/Papua New Guinea/\
    São Tomé and Príncipe/the Seychelles/Sierra Leone/the Solomon Islands/Eswatini/Tajikistan/\
    Turkmenistan/Zimbabwe/Nauru/Samoa/Tonga/Vanuatu/Afghanistan/Andorra/Bosnia and Herzegovina/\
    the Democratic Republic of the Congo/Gabon/Georgia/Guinea/Iraq/Monaco/Montenegro/Morocco/\
    Rwanda/Zambia/the Central African Republic/Kosovo
    """.split(separator: "/")
}
